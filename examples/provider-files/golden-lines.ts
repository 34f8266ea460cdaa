/** A line whose sums were proved by hand: hundredths of litres and cents, ten-thousandths of prices. */
export interface GoldenLine {
  readonly name: string;
  readonly day: string;
  readonly province: string;
  readonly litres: number;
  readonly net: number;
  readonly fet: number;
  readonly pft: number;
  readonly cbt: number;
  readonly gst: number;
  readonly hst: number;
  readonly qst: number;
  readonly amount: number;
}

const golden = (
  name: string,
  day: string,
  province: string,
  [litres, net, fet, pft, cbt]: readonly [number, number, number, number, number],
  [gst, hst, qst, amount]: readonly [number, number, number, number],
): GoldenLine => ({ name, day, province, litres, net, fet, pft, cbt, gst, hst, qst, amount });

const DAY = '2025-11-12';

/** Price before tax, fuel tax rates, then sales taxes of each regime, by day and province. */
export const GOLDEN_LINES: readonly GoldenLine[] = [
  golden('AB', DAY, 'AB', [41_250, 13_450, 400, 1_300, 0], [3_125, 0, 0, 65_619]),
  golden('ON', DAY, 'ON', [50_000, 14_000, 400, 900, 0], [0, 9_945, 0, 86_445]),
  golden('QC', DAY, 'QC', [30_000, 14_000, 400, 2_020, 0], [2_463, 0, 4_914, 56_637]),
  golden('NS', DAY, 'NS', [25_000, 14_200, 400, 1_540, 0], [0, 5_649, 0, 45_999]),
  golden('BC', DAY, 'BC', [35_000, 14_500, 400, 1_500, 0], [2_870, 0, 0, 60_270]),
  golden('SK', DAY, 'SK', [62_000, 13_800, 400, 1_500, 0], [4_867, 0, 0, 102_207]),
  golden('MB', DAY, 'MB', [27_550, 13_900, 400, 1_250, 0], [2_142, 0, 0, 44_982]),
  golden(
    'ON with carbon charge',
    '2025-03-15',
    'ON',
    [50_000, 14_000, 400, 900, 2_139],
    [0, 11_335, 0, 98_530],
  ),
  golden(
    'ON while FET was suspended',
    '2026-05-15',
    'ON',
    [50_000, 14_000, 0, 900, 0],
    [0, 9_685, 0, 84_185],
  ),
  golden('ON reversed', DAY, 'ON', [-50_000, 14_000, 400, 900, 0], [0, -9_945, 0, -86_445]),
];
