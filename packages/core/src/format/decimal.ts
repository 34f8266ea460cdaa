/** Powers of ten of the few scales that are compared and added up. */
const POWERS = Array.from({ length: 10 }, (_, scale) => 10n ** BigInt(scale));

/**
 * Exact decimal number for money, prices and volumes (PAY-04): an integer coefficient and a scale. Values
 * are immutable, and arithmetic never uses binary floating point.
 */
export class Decimal {
  static readonly ZERO = new Decimal(0n, 0);

  readonly coefficient: bigint;
  /** Number of digits after the decimal point, 0 or more. */
  readonly scale: number;

  private constructor(coefficient: bigint, scale: number) {
    this.coefficient = coefficient;
    this.scale = scale;
  }

  /**
   * Returns a decimal by its coefficient and scale: `Decimal.of(86445n, 2)` is 864.45. Throws a RangeError for a number
   * that isn't whole.
   *
   * @param coefficient the digits, without the point
   * @param scale number of digits after the point, 0 or more
   */
  static of(coefficient: bigint | number, scale = 0): Decimal {
    return new Decimal(BigInt(coefficient), scale);
  }

  /**
   * Parses decimal text, or a JSON number by its shortest decimal text. Returns undefined for anything that
   * isn't a plain decimal ('', 'abc', NaN, '1,2').
   *
   * @param value plain text with a point, or a number
   */
  static parse(value: string | number | bigint): Decimal | undefined {
    const text = typeof value === 'string' ? value.trim() : String(value);
    const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text);
    if (!match) return undefined;
    const [, sign, whole = '', fraction = '', exponent = '0'] = match;
    if (whole === '' && fraction === '') return undefined;
    const digits = BigInt(whole + fraction);
    const scale = fraction.length - Number(exponent);
    const signed = sign === '-' ? -digits : digits;
    return scale >= 0 ? new Decimal(signed, scale) : new Decimal(signed * 10n ** BigInt(-scale), 0);
  }

  /**
   * Returns what `parse` does, for text known to be a decimal. Throws a RangeError otherwise.
   *
   * @param value plain text with a point, or a number
   */
  static from(value: string | number | bigint): Decimal {
    const parsed = Decimal.parse(value);
    if (!parsed) throw new RangeError(`Not a decimal number: ${JSON.stringify(String(value))}`);
    return parsed;
  }

  /**
   * Returns the sum, exactly.
   *
   * @param values the numbers to add; none sum up to 0
   */
  static sum(values: Iterable<Decimal>): Decimal {
    let total = Decimal.ZERO;
    for (const value of values) total = total.plus(value);
    return total;
  }

  /**
   * Returns this + `other`, with the larger scale of both.
   *
   * @param other what is added
   */
  plus(other: Decimal): Decimal {
    const scale = Math.max(this.scale, other.scale);
    return new Decimal(this.at(scale) + other.at(scale), scale);
  }

  /**
   * Returns this − `other`, with the larger scale of both.
   *
   * @param other what is taken away
   */
  minus(other: Decimal): Decimal {
    return this.plus(other.negated());
  }

  /**
   * Returns this × `other`, exactly: their scales add up.
   *
   * @param other the factor
   */
  times(other: Decimal): Decimal {
    return new Decimal(this.coefficient * other.coefficient, this.scale + other.scale);
  }

  /** Returns the number with the other sign. */
  negated(): Decimal {
    return new Decimal(-this.coefficient, this.scale);
  }

  /** Returns the number without its sign. */
  abs(): Decimal {
    return this.coefficient < 0n ? this.negated() : this;
  }

  /**
   * Returns the number rounded half away from zero: 0.125 → 0.13, -0.125 → -0.13.
   *
   * @param scale number of digits after the point, 0 or more
   */
  round(scale: number): Decimal {
    if (scale >= this.scale) return new Decimal(this.at(scale), scale);
    const unit = 10n ** BigInt(this.scale - scale);
    const half = unit / 2n;
    const away = this.coefficient < 0n ? -half : half;
    return new Decimal((this.coefficient + away) / unit, scale);
  }

  /**
   * Returns -1 if this is less than `other`, 0 if they are equal, 1 if it is more.
   *
   * @param other what it is compared with
   */
  compare(other: Decimal): -1 | 0 | 1 {
    const scale = Math.max(this.scale, other.scale);
    const left = this.at(scale);
    const right = other.at(scale);
    return left < right ? -1 : left > right ? 1 : 0;
  }

  /**
   * Returns whether both are the same number, whatever their scales.
   *
   * @param other what it is compared with
   */
  equals(other: Decimal): boolean {
    return this.compare(other) === 0;
  }

  get isZero(): boolean {
    return this.coefficient === 0n;
  }

  get isNegative(): boolean {
    return this.coefficient < 0n;
  }

  /** Returns plain text with exactly `scale` digits after the point: '-864.45'. */
  toString(): string {
    const negative = this.coefficient < 0n;
    const digits = (negative ? -this.coefficient : this.coefficient)
      .toString()
      .padStart(this.scale + 1, '0');
    const whole = digits.slice(0, digits.length - this.scale);
    const fraction = this.scale > 0 ? `.${digits.slice(-this.scale)}` : '';
    return `${negative ? '-' : ''}${whole}${fraction}`;
  }

  /** Returns decimal text, so that JSON keeps the exact value. */
  toJSON(): string {
    return this.toString();
  }

  /**
   * Returns the text with exactly `scale` digits after the point, rounded half away from zero.
   *
   * @param scale number of digits after the point, 0 or more
   */
  toFixed(scale: number): string {
    return this.round(scale).toString();
  }

  private at(scale: number): bigint {
    return scale === this.scale
      ? this.coefficient
      : this.coefficient * (POWERS[scale - this.scale] ?? 10n ** BigInt(scale - this.scale));
  }
}
