import { dashboardPorts, dashboardWorkflow } from '@forecourt/core';
import { useWorkflow } from '@forecourt/core/react';
import { usePortal } from '../../platform/portal-context.ts';
import { Figures, FigureTools } from '../../views/figures/Figures.tsx';
import { PageTools } from '../../views/PageTools.tsx';

/** True figures and pictures, each leading to the list behind it (SHELL-10). */
export function DashboardScreen() {
  const { client } = usePortal();
  const [view, send] = useWorkflow(() => dashboardWorkflow(dashboardPorts(client)), {});
  return (
    <div className="page dashboard">
      <div className="page-head">
        <h1>Dashboard</h1>
        <PageTools>
          <FigureTools view={view} send={send} />
        </PageTools>
      </div>
      <Figures name="dashboard" view={view} send={send} />
    </div>
  );
}
