# shorten URL [SLUG]: creates a link and prints its short URL. Needs curl and sed.
# Put it into your shell's profile, with SLUGLINE_URL (what short links begin with) and SLUGLINE_TOKEN (Settings > API).
shorten() (
  if [ $# -lt 1 ]; then
    echo "Usage: shorten URL [SLUG]" >&2
    exit 2
  fi
  json() { printf '%s' "$1" | sed 's/[\\"]/\\&/g'; }
  body="{\"url\":\"$(json "$1")\""
  if [ -n "${2-}" ]; then body="$body,\"slug\":\"$(json "$2")\""; fi
  # The token goes through standard input: arguments are visible to other users of the machine.
  answer=$(printf 'header = "Authorization: Bearer %s"\n' "$SLUGLINE_TOKEN" |
    curl -sS --max-time 30 -K - -H 'Content-Type: application/json' --data-binary "$body}" "${SLUGLINE_URL%/}/api/links") || exit 1
  case $answer in
    *'"shortUrl":"'*) printf '%s\n' "$answer" | sed 's/.*"shortUrl":"\([^"]*\)".*/\1/' ;;
    *'"detail":"'*)
      printf '%s\n' "$answer" | sed 's/.*"detail":"\(.*\)","code":.*/\1/; s/\\"/"/g' >&2
      exit 1
      ;;
    *)
      echo "What answers at $SLUGLINE_URL is not Slugline." >&2
      exit 1
      ;;
  esac
)
