import { EMPTY, type TransactionDetail } from '@forecourt/core';
import { Icon } from '../../parts/Icon.tsx';
import { partOnDemand } from '../../parts/part-on-demand.tsx';
import { usePortal } from '../../platform/portal-context.ts';
import '../../views/map/map.css';

const StationMap = partOnDemand(() => import('./StationMap.tsx'), 'StationMap', {
  waiting: () => <div className="map" />,
});

interface StationProps {
  readonly at: TransactionDetail['station'];
  readonly number: TransactionDetail['txn_station'];
  readonly address: TransactionDetail['dtl_stn_addr'];
  readonly province: TransactionDetail['dtl_stn_prv'];
}

const isPlace = (at: StationProps['at']): at is { readonly lat: number; readonly lng: number } =>
  Number.isFinite(at?.lat) && Number.isFinite(at?.lng);

/** Where a transaction took place: address and map (TXN-09). */
export function Station({ at, number, address, province }: StationProps) {
  const { brand } = usePortal();
  const text = [address, province].filter(Boolean).join(', ') || EMPTY;
  return (
    <section className="panel record-section">
      <h2>Station {number}</h2>
      <p className="station-address">
        <Icon name="pin" />
        {text}
      </p>
      <StationMap
        at={isPlace(at) ? at : undefined}
        region={province ?? ''}
        label={text}
        tiles={brand.map}
      />
    </section>
  );
}
