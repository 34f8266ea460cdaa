import type { TransactionDetail } from '@forecourt/core';
import type { FormExtrasProps, RecordExtrasProps } from '../../views/slots.ts';
import { Attachments } from './Attachments.tsx';
import { Station } from './Station.tsx';
import '../../views/form/form.css';
import './extras.css';

const Extras = ({ detail }: { readonly detail: TransactionDetail }) => (
  <div className="transaction-extras">
    <Attachments transactionId={detail.id ?? ''} attachments={detail.attachments ?? []} />
    <Station
      at={detail.station}
      number={detail.txn_station}
      address={detail.dtl_stn_addr}
      province={detail.dtl_stn_prv}
    />
  </div>
);

/** Attachments and station, below a transaction's fields (TXN-09). */
export const RecordExtras = ({ record }: RecordExtrasProps) => (
  <Extras detail={record as TransactionDetail} />
);

/** The same below its form; a new transaction has none. */
export function FormExtras({ form: { view } }: FormExtrasProps) {
  const detail = view.data.record as TransactionDetail | undefined;
  return detail ? <Extras detail={detail} /> : null;
}
