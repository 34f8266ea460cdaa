/** Thrown when a recording can't be read or replayed; the message says where and what to do. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
  /**
   * 'empty', 'not_a_recording', 'newer_version', 'damaged': the text can't be read. 'other_workflow',
   * 'other_version', 'incomplete': this run can't be replayed here.
   */
  readonly code:
    | 'empty'
    | 'not_a_recording'
    | 'newer_version'
    | 'damaged'
    | 'other_workflow'
    | 'other_version'
    | 'incomplete';
  /** The line at fault, from 1. */
  readonly line: number | undefined;

  /**
   * @param code what is wrong with the recording
   * @param message the same in a sentence
   * @param line the line at fault, from 1
   */
  constructor(code: RecordingError['code'], message: string, line?: number) {
    super(message);
    this.code = code;
    this.line = line;
  }
}
