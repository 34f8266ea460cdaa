import type { RefusedRow } from '@forecourt/core';

/** The rows that the service refused, with reasons (FORM-08). */
export function RefusedRows({ rows }: { readonly rows: readonly RefusedRow[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <section className="record-table refused" aria-label="Refused rows" tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col" className="figure">
              Row
            </th>
            <th scope="col">Column</th>
            <th scope="col">Value</th>
            <th scope="col">Refused because</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, column, value, message }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: refusals have no identity of their own
            <tr key={index}>
              <td className="figure">{row ?? '-'}</td>
              <td className="column">
                {column ? column.split(/(?<=_)/).map((part) => [part, <wbr key={part} />]) : '-'}
              </td>
              <td>{value || '-'}</td>
              <td className="message">{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
