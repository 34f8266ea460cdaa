import { Icon } from '../../parts/Icon.tsx';
import { useWayBack } from '../../platform/way-back.ts';
import { EmptyPanel } from '../../views/EmptyPanel.tsx';
import type { Area } from './areas.ts';

/** The generic screen: a heading, and Back into the portal (SHELL-11). */
export function AreaScreen({ area }: { readonly area: Area }) {
  // Opened by its address, the entry before it may be another site.
  const way = useWayBack(area.path.replace(/\/(add-new|:id\/edit)$/, ''));
  return (
    <div className="page">
      <div className="page-head">
        <h1>{area.title}</h1>
        <button type="button" className="button" onClick={() => way.leave()}>
          <Icon name="back" />
          Back
        </button>
      </div>
      <EmptyPanel text="There is nothing to show here yet." />
    </div>
  );
}
