import './left-out.css';

/** What of the address can't be read, in sentences (LIST-14). */
export const LeftOut = ({ slips }: { readonly slips: readonly string[] }) =>
  slips.length > 0 && (
    <p className="panel slips" role="alert">
      Left out of the address: {slips.join('. ')}.
    </p>
  );
