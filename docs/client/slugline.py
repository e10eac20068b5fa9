"""A client of the Slugline API with nothing but the standard library (Python 3.9 or newer).

    export SLUGLINE_URL=https://go.example.com SLUGLINE_TOKEN=...   # Settings > API
    python3 slugline.py create https://example.com/page spring-sale
    python3 slugline.py import links.csv     # a file of Slugline, for Excel too, or of another shortener
    python3 slugline.py export > links.json
"""

import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request


class SluglineError(Exception):
    """The API refused. `problem["code"]` says why, the message what to do."""

    def __init__(self, status, problem):
        super().__init__(problem.get("detail") or f"HTTP {status}")
        self.status = status
        self.problem = problem


class Slugline:
    def __init__(self, url, token, tries=5):
        self.url = url.rstrip("/")
        self.token = token
        self.tries = tries

    def call(self, method, path, body=None, **query):
        """Returns the parsed answer, or None without one. Waits and tries again while the service is busy.

        `body`: what JSON has, or the bytes of a file.
        """
        query = {name: str(value).lower() if isinstance(value, bool) else value for name, value in query.items()}
        url = self.url + path + ("?" + urllib.parse.urlencode(query, doseq=True) if query else "")
        is_file = isinstance(body, bytes)
        data = body if body is None or is_file else json.dumps(body).encode()
        kind = "application/octet-stream" if is_file else "application/json"
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": kind}
        for left in reversed(range(self.tries)):
            request = urllib.request.Request(url, data, headers, method=method)
            try:
                with urllib.request.urlopen(request, timeout=300 if is_file else 30) as response:
                    text = response.read()
                    return json.loads(text) if text else None
            except urllib.error.HTTPError as error:
                wait = error.headers.get("Retry-After")
                if wait is None or left == 0:
                    raise SluglineError(error.code, problem_of(error)) from None
                time.sleep(min(int(wait), 60))
            except urllib.error.URLError as error:
                raise OSError(f"{self.url} does not answer: {error.reason}") from None

    def create(self, url, **fields):
        return self.call("POST", "/api/links", {"url": url, **fields})

    def get(self, slug):
        return self.call("GET", "/api/links/" + urllib.parse.quote(slug, safe=""))

    def update(self, slug, **changes):
        return self.call("PATCH", "/api/links/" + urllib.parse.quote(slug, safe=""), changes)

    def delete(self, slug):
        self.call("DELETE", "/api/links/" + urllib.parse.quote(slug, safe=""))

    def links(self, **query):
        """All links that match, newest first. Links that come or go meanwhile do not disturb the others."""
        cursor = ""
        while cursor is not None:
            page = self.call("GET", "/api/links", **{**query, "limit": 200, "cursor": cursor})
            yield from page["links"]
            cursor = page["nextCursor"]


def problem_of(error):
    try:
        return json.load(error)
    except ValueError:
        return {}


def import_file(service, file):
    """Creates the link of each row and prints its slug. Rows that are refused do not stop the others."""
    report = service.call("POST", "/api/links/import", file.read())
    for row in report["results"]:
        if row["status"] == "created":
            print(row["slug"])
        if "message" in row:
            print(f"row {row['row']}: {row['message']}", file=sys.stderr)
    if "error" in report:
        print(report["error"], file=sys.stderr)
    return 0 if report["created"] == report["rows"] else 1


def main(arguments):
    command, *rest = arguments or [""]
    if command in ("--help", "-h", "help"):
        print(__doc__)
        return 0
    if command != "export" and not (command in ("create", "import") and rest):
        print(__doc__, file=sys.stderr)
        return 2
    missing = [name for name in ("SLUGLINE_URL", "SLUGLINE_TOKEN") if not os.environ.get(name)]
    if missing:
        print(f"Set {' and '.join(missing)} first: --help says how.", file=sys.stderr)
        return 2
    service = Slugline(os.environ["SLUGLINE_URL"], os.environ["SLUGLINE_TOKEN"])
    if command == "create":
        print(service.create(rest[0], **({"slug": rest[1]} if len(rest) > 1 else {}))["shortUrl"])
        return 0
    if command == "import":
        with open(rest[0], "rb") as file:
            return import_file(service, file)
    json.dump(list(service.links()), sys.stdout, indent=2)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (SluglineError, OSError) as failure:
        sys.exit(str(failure))
