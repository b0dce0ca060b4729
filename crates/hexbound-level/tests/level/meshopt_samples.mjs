// Writes meshopt_samples.json: data in each of meshopt's formats, as its own encoder makes it, with
// the bytes that it stands for, as its own decoder gives them.
//
//   npm install meshoptimizer@1 && node meshopt_samples.mjs > meshopt_samples.json
import { MeshoptEncoder as encoder } from "meshoptimizer";
import { MeshoptDecoder as decoder } from "meshoptimizer";

await encoder.ready;
await decoder.ready;

const samples = [];
const text = (bytes) => Buffer.from(bytes).toString("base64");

function add(name, mode, filter, count, stride, data) {
  const plain = new Uint8Array(count * stride);
  decoder.decodeGltfBuffer(plain, count, stride, data, mode, filter);
  samples.push({ name, mode, filter, count, stride, data: text(data), plain: text(plain) });
}

// A generator of its own, so that the samples are the same each time.
let state = 12345;
const random = () => (state = (state * 1103515245 + 12345) & 0x7fffffff) / 0x7fffffff;

// A wavy grid of 17 by 17 vertices: more than one block of elements.
const side = 17;
const floats = new Float32Array(side * side * 4);
const indices = [];
for (let at = 0; at < side * side; at++) {
  const [x, y] = [at % side, Math.floor(at / side)];
  const row = [x, Math.sin(x * 0.7) + Math.cos(y * 0.3), y, at < 60 ? random() : 0.5];
  floats.set(row, at * 4);
  if (x + 1 < side && y + 1 < side) {
    indices.push(at, at + side, at + 1, at + 1, at + side, at + side + 1);
  }
}
const bytes = new Uint8Array(floats.buffer);
for (const version of [0, 1]) {
  for (const level of version ? [0, 3] : [2]) {
    const data = encoder.encodeVertexBufferLevel(bytes, side * side, 16, level, version);
    add(`attributes ${version} level ${level}`, "ATTRIBUTES", "NONE", side * side, 16, data);
  }
  const shorts = new Uint16Array(21 * 4).map((_, at) => at * 37 + Math.floor(random() * 5));
  const few = new Uint8Array(shorts.buffer);
  const data = encoder.encodeVertexBufferLevel(few, 21, 8, 3, version);
  add(`shorts ${version}`, "ATTRIBUTES", "NONE", 21, 8, data);
}

const list = new Uint8Array(new Uint32Array(indices).buffer);
add("triangles", "TRIANGLES", "NONE", indices.length, 4,
  encoder.encodeGltfBuffer(list, indices.length, 4, "TRIANGLES"));
const jumping = new Uint16Array(99).map((_, at) => [at, 40000 + at, Math.floor(random() * 65536)][at % 3]);
add("far triangles", "TRIANGLES", "NONE", 99, 2,
  encoder.encodeGltfBuffer(new Uint8Array(jumping.buffer), 99, 2, "TRIANGLES"));
add("indices", "INDICES", "NONE", 99, 2,
  encoder.encodeGltfBuffer(new Uint8Array(jumping.buffer), 99, 2, "INDICES"));

const four = new Float32Array(30 * 4);
for (let at = 0; at < 30; at++) {
  const vector = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5];
  const length = Math.hypot(...vector);
  four.set(vector.map((it) => it / length), at * 4);
}
const colors = four.map((it) => Math.abs(it));
const filtered = [
  ["OCTAHEDRAL", 4, encoder.encodeFilterOct(four, 30, 4, 8)],
  ["OCTAHEDRAL", 8, encoder.encodeFilterOct(four, 30, 8, 12)],
  ["QUATERNION", 8, encoder.encodeFilterQuat(four, 30, 8, 12)],
  ["EXPONENTIAL", 16, encoder.encodeFilterExp(four, 30, 16, 15)],
  ["COLOR", 4, encoder.encodeFilterColor(colors, 30, 4, 8)],
  ["COLOR", 8, encoder.encodeFilterColor(colors, 30, 8, 12)],
];
for (const [filter, stride, raw] of filtered) {
  const data = encoder.encodeVertexBufferLevel(raw, 30, stride, 2, 0);
  add(`${filter} ${stride}`, "ATTRIBUTES", filter, 30, stride, data);
}
console.log(JSON.stringify(samples, null, 1));
