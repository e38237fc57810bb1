// The rows of the printed table.

export interface Row {
  name: string;
  ours: string;
  yardstick: string;
  ratio: string;
  /** The goal as text. */
  goal: string;
  /** Undefined if there is no goal. */
  ok: boolean | undefined;
  /** Missing the goal fails the run. */
  isRule?: true;
}

const COLUMNS = ['name', 'ours', 'yardstick', 'ratio', 'goal', 'ok'] as const;
const TITLES: Record<(typeof COLUMNS)[number], string> = {
  name: 'row',
  ours: 'ours',
  yardstick: 'yardstick',
  ratio: 'ratio',
  goal: 'goal',
  ok: 'ok',
};

/** A row with a goal for the ratio of ours to the yardstick, if there is one. */
export function ratioRow(name: string, unit: string, figures: RatioFigures): Row {
  const { ours, yardstick, digits = 2, ratio = ours / yardstick } = figures;
  // Compares the printed value, because 0.998 printed as 1.00 must not miss a goal of 1.
  const shown = Number(ratio.toFixed(2));
  return {
    name,
    ours: `${ours.toFixed(digits)} ${unit}`,
    yardstick: `${yardstick.toFixed(digits)} ${unit}`,
    ratio: ratio.toFixed(2),
    ...judge(shown, figures),
  };
}

function judge(ratio: number, { atLeast, atMost }: RatioFigures): Pick<Row, 'goal' | 'ok'> {
  if (atLeast !== undefined) return { goal: `>= ${atLeast}`, ok: ratio >= atLeast };
  if (atMost !== undefined) return { goal: `<= ${atMost}`, ok: ratio <= atMost };
  return { goal: '-', ok: undefined };
}

export interface RatioFigures {
  ours: number;
  yardstick: number;
  /** If it is not that of the two figures, for example the median of several ratios. */
  ratio?: number;
  atLeast?: number;
  atMost?: number;
  digits?: number;
}

/** A row with an absolute limit instead of a yardstick. */
export function limitRow(
  name: string,
  unit: string,
  { ours, atMost, digits = 0 }: { ours: number; atMost: number; digits?: number },
): Row {
  return {
    name,
    ours: `${ours.toFixed(digits)} ${unit}`,
    yardstick: '-',
    ratio: '-',
    goal: `<= ${atMost} ${unit}`,
    ok: Number(ours.toFixed(digits)) <= atMost,
  };
}

/** A row without a goal. */
export function plainRow(name: string, unit: string, ours: number, digits = 0): Row {
  return {
    name,
    ours: `${ours.toFixed(digits)} ${unit}`,
    yardstick: '-',
    ratio: '-',
    goal: '-',
    ok: undefined,
  };
}

export function formatTable(rows: Row[]): string {
  const lines = [TITLES, ...rows.map((row) => ({ ...row, ok: verdict(row.ok) }))];
  const widths = COLUMNS.map((column) => Math.max(...lines.map((line) => line[column].length)));
  return lines
    .map((line) =>
      COLUMNS.map((column, i) => line[column].padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function verdict(ok: boolean | undefined): string {
  if (ok === undefined) return '-';
  return ok ? 'yes' : 'NO';
}
