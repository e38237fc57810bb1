// SVG as text: the few shapes the scenes are made of. A paint is a fill, or attributes.

export type Point = readonly [x: number, y: number];
export type Paint = string | Record<string, string | number>;

/** A tenth of a pixel is finer than anybody sees, and keeps the text short. */
const short = (value: number) => Math.round(value * 10) / 10;

function attributes(paint: Paint): string {
  if (typeof paint === 'string') return ` fill="${paint}"`;
  return Object.entries(paint)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
}

export function circle([x, y]: Point, radius: number, paint: Paint): string {
  return `<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}"${attributes(paint)}/>`;
}

export function ellipse([x, y]: Point, [rx, ry]: Point, paint: Paint): string {
  return `<ellipse cx="${short(x)}" cy="${short(y)}" rx="${short(rx)}" ry="${short(ry)}"${attributes(paint)}/>`;
}

export function rect([x, y]: Point, [width, height]: Point, paint: Paint): string {
  return `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}"${attributes(paint)}/>`;
}

const list = (points: readonly Point[]) => points.map(([x, y]) => `${short(x)},${short(y)}`).join(' ');

export function polygon(points: readonly Point[], paint: Paint): string {
  return `<polygon points="${list(points)}"${attributes(paint)}/>`;
}

export function polyline(points: readonly Point[], paint: Record<string, string | number>): string {
  return `<polyline points="${list(points)}"${attributes({ fill: 'none', ...paint })}/>`;
}

export function path(data: string, paint: Paint): string {
  return `<path d="${data}"${attributes(paint)}/>`;
}

export function group(children: string, paint: Record<string, string | number>): string {
  return `<g${attributes(paint)}>${children}</g>`;
}

/** Path data of a soft line through the points (Catmull-Rom), closed on demand. */
export function smooth(points: readonly Point[], isClosed = false): string {
  const count = points.length;
  const at = (index: number): Point => {
    const wrapped = isClosed ? (index + count) % count : Math.min(count - 1, Math.max(0, index));
    return points[wrapped] ?? [0, 0];
  };
  const [startX, startY] = at(0);
  let data = `M${short(startX)} ${short(startY)}`;
  for (let index = 0; index < (isClosed ? count : count - 1); index += 1) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    const controls = [
      [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6],
      [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6],
      to,
    ];
    data += `C${controls.map(([x = 0, y = 0]) => `${short(x)} ${short(y)}`).join(' ')}`;
  }
  return isClosed ? `${data}Z` : data;
}

/** Corners of a regular polygon, the first one on top. */
export function regular(
  [x, y]: Point,
  radius: number,
  { sides, turn = 0 }: { sides: number; turn?: number },
): Point[] {
  return Array.from({ length: sides }, (_, index) => {
    const angle = turn + (index / sides) * 2 * Math.PI - Math.PI / 2;
    return [x + Math.cos(angle) * radius, y + Math.sin(angle) * radius] as const;
  });
}

/** A paint that lets shine through what is behind. */
export function tint(fill: string, opacity: number): Paint {
  return { fill, 'fill-opacity': opacity };
}

/** A paint of the outline alone. */
export function stroke(color: string, width: number, opacity = 1): Record<string, string | number> {
  return { fill: 'none', stroke: color, 'stroke-width': width, 'stroke-opacity': opacity };
}

export function line(from: Point, to: Point, paint: Record<string, string | number>): string {
  return polyline([from, to], paint);
}

/** `'0,-9 16,2'`: points as SVG writes them. */
export function pointsOf(text: string): Point[] {
  return text.split(' ').map((pair): Point => {
    const [x = 0, y = 0] = pair.split(',').map(Number);
    return [x, y];
  });
}

/** `'0.1,-30,12 0.6,-50,9'`: points with a size. */
export function spotsOf(text: string): [x: number, y: number, size: number][] {
  return text.split(' ').map((triple) => {
    const [x = 0, y = 0, size = 0] = triple.split(',').map(Number);
    return [x, y, size];
  });
}

/** A shape drawn around 0,0, at its place. */
export function placed(points: readonly Point[], [x, y]: Point, scale: number): Point[] {
  return points.map(([px, py]): Point => [x + px * scale, y + py * scale]);
}

/** A star: every other corner of a regular polygon is drawn in. */
export function star(
  center: Point,
  radius: number,
  { spikes, depth }: { spikes: number; depth: number },
): Point[] {
  const corners = regular(center, radius, { sides: spikes * 2 });
  return corners.map(([x, y], index): Point => {
    const share = index % 2 ? 1 : depth;
    return [center[0] + (x - center[0]) * share, center[1] + (y - center[1]) * share];
  });
}
