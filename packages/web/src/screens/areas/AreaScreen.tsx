import { useNavigate } from 'react-router-dom';
import { Icon } from '../../parts/Icon.tsx';
import { EmptyPanel } from '../../views/EmptyPanel.tsx';
import type { Area } from './areas.ts';

/** The generic screen: a heading, Back, and the area's placeholder (SHELL-10, SHELL-11). */
export function AreaScreen({ area }: { readonly area: Area }) {
  const navigate = useNavigate();
  const isHome = area.show !== 'nothing';
  return (
    <div className="page">
      <div className="page-head">
        <h1>{area.title}</h1>
        {!isHome && (
          <button type="button" className="button" onClick={() => navigate(-1)}>
            <Icon name="back" />
            Back
          </button>
        )}
      </div>
      {area.show === 'picture' && (
        <img
          className="placeholder-image panel"
          src="/dashboard.svg"
          width="960"
          height="420"
          alt="An outline of a dashboard: figures, a curve and a list, still without numbers"
        />
      )}
      {area.show !== 'picture' && (
        <EmptyPanel text={area.empty ?? 'There is nothing to show here yet.'} />
      )}
    </div>
  );
}
