// Reads the metrics of a server, as Prometheus does.
import { endpoints } from '@cellar/contract/endpoints.ts';

/** The value of each series, by its name with its labels: `cellar_mails{status="failed"}`. */
export type Metrics = Map<string, number>;

export async function readMetrics(url: string): Promise<Metrics> {
  const response = await fetch(new URL(endpoints.metrics.path, url));
  if (response.status !== 200) throw new Error(`the metrics were refused with ${response.status}`);
  return parseMetrics(await response.text());
}

export function parseMetrics(text: string): Metrics {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line): [string, number] => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}
