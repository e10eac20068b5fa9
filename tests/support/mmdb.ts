import { isIP } from "node:net";

type Value = string | number | Value[] | { [key: string]: Value };

interface MmdbOptions {
  type?: string;
  builtAt?: Date;
  /** Of the search tree: with 4, the file has no IPv6 addresses. */
  ipVersion?: 4 | 6;
  recordSize?: 24 | 28 | 32;
}

const marker = Buffer.from("\xab\xcd\xefMaxMind.com", "latin1");

/** A node's two branches: another node, data, or nothing. */
type Branch = Node | { data: number } | null;
interface Node {
  id: number;
  branches: [Branch, Branch];
}

/**
 * Writes a MaxMind DB file (format version 2.0) with a record for each network, such as
 * `81.2.69.0/24` or `2001:db8::/32`.
 */
export function writeMmdb(
  networks: Record<string, Value>,
  {
    type = "GeoLite2-City",
    builtAt = new Date(),
    ipVersion = 6,
    recordSize = 24,
  }: MmdbOptions = {},
): Buffer {
  const nodes: Node[] = [];
  const addNode = (): Node => {
    const node: Node = { id: nodes.length, branches: [null, null] };
    nodes.push(node);
    return node;
  };
  const root = addNode();
  let data: Buffer = Buffer.alloc(0);
  for (const [network, value] of Object.entries(networks)) {
    const bits = bitsOf(network, ipVersion);
    const last = bits.length - 1;
    let node = root;
    for (const bit of bits.slice(0, last)) {
      const next = node.branches[bit];
      if (next && "data" in next) throw new Error(`${network} is inside another network`);
      const inner = next ?? addNode();
      node.branches[bit] = inner;
      node = inner;
    }
    node.branches[bits[last] ?? 0] = { data: data.length };
    data = Buffer.concat([data, encode(value)]);
  }
  const recordOf = (branch: Branch): number => {
    if (branch === null) return nodes.length;
    return "data" in branch ? nodes.length + 16 + branch.data : branch.id;
  };
  const tree = nodes.map(({ branches: [left, right] }) =>
    writeNode(recordOf(left), recordOf(right), recordSize),
  );
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: Number.isNaN(builtAt.getTime())
      ? "unknown"
      : Math.floor(builtAt.getTime() / 1_000),
    database_type: type,
    description: { en: "made by a test" },
    ip_version: ipVersion,
    languages: ["en"],
    node_count: nodes.length,
    record_size: recordSize,
  });
  return Buffer.concat([...tree, Buffer.alloc(16), data, marker, metadata]);
}

/** The bits of the prefix. IPv4 networks stand under ::/96 in a tree of IPv6. */
function bitsOf(network: string, ipVersion: 4 | 6): (0 | 1)[] {
  const [address = "", prefix = ""] = network.split("/");
  const isV4 = isIP(address) === 4;
  const bytes = isV4 ? address.split(".").map(Number) : bytesOfV6(address);
  const bits = bytes
    .flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((shift) => ((byte >> shift) & 1) as 0 | 1))
    .slice(0, Number(prefix));
  return isV4 && ipVersion === 6 ? [...new Array<0>(96).fill(0), ...bits] : bits;
}

function bytesOfV6(address: string): number[] {
  const [left = [], right = []] = address
    .split("::")
    .map((half) => (half === "" ? [] : half.split(":")));
  const groups = [
    ...left,
    ...new Array<string>(8 - left.length - right.length).fill("0"),
    ...right,
  ];
  return groups.flatMap((group) => [
    Number.parseInt(group, 16) >> 8,
    Number.parseInt(group, 16) & 255,
  ]);
}

function writeNode(left: number, right: number, recordSize: 24 | 28 | 32): Buffer {
  const node = Buffer.alloc(recordSize / 4);
  if (recordSize === 32) {
    node.writeUInt32BE(left, 0);
    node.writeUInt32BE(right, 4);
  } else {
    const middle = recordSize === 28 ? 1 : 0;
    node.writeUIntBE(left & 0xffffff, 0, 3);
    if (middle) node.writeUInt8(((left >>> 24) << 4) | (right >>> 24), 3);
    node.writeUIntBE(right & 0xffffff, 3 + middle, 3);
  }
  return node;
}

/** Whole numbers are stored as uint32. */
function encode(value: Value): Buffer {
  if (typeof value === "string") {
    const text = Buffer.from(value);
    return Buffer.concat([control(2, text.length), text]);
  }
  if (typeof value === "number") {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(value);
    return Buffer.concat([control(6, 4), number]);
  }
  if (Array.isArray(value)) return Buffer.concat([control(11, value.length), ...value.map(encode)]);
  const entries = Object.entries(value);
  return Buffer.concat([
    control(7, entries.length),
    ...entries.flatMap(([key, inner]) => [encode(key), encode(inner)]),
  ]);
}

/** Types above 7 take a second byte, sizes of 29 and more another one. */
function control(type: number, size: number): Buffer {
  const [short, rest] = size < 29 ? [size, []] : [29, [size - 29]];
  return Buffer.from(type <= 7 ? [(type << 5) | short, ...rest] : [short, type - 7, ...rest]);
}
