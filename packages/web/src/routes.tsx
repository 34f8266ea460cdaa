import { type AnyResource, RESOURCES } from '@forecourt/core';
import { lazy } from 'react';
import { Navigate, type RouteObject } from 'react-router-dom';
import { AreaScreen } from './screens/areas/AreaScreen.tsx';
import { AREAS, type Area } from './screens/areas/areas.ts';
import { Guarded } from './shell/Guarded.tsx';
import { Layout } from './shell/Layout.tsx';
import { NotFound } from './shell/NotFound.tsx';

// Asked for at once, so that it comes beside the shell and not after it.
const listView = import('./views/list/ListView.tsx');
const ListView = lazy(async () => ({ default: (await listView).ListView }));
const RecordView = lazy(async () => ({
  default: (await import('./views/record/RecordView.tsx')).RecordView,
}));

export const NOT_FOUND = 'not-found';

const resourceRoutes = (definition: AnyResource): RouteObject[] => [
  {
    path: definition.route,
    element: (
      <Guarded menu={definition.menu} right="read">
        <ListView key={definition.name} definition={definition} />
      </Guarded>
    ),
  },
  ...(definition.record && !definition.record.editOnly
    ? [
        {
          path: `${definition.route}/:id/view`,
          element: (
            <Guarded menu={definition.menu} right="read">
              <RecordView definition={definition} />
            </Guarded>
          ),
        },
      ]
    : []),
];

function areaRoute(area: Area): RouteObject {
  const screen = <AreaScreen area={area} />;
  return {
    path: area.path,
    element: area.needs ? <Guarded {...area.needs}>{screen}</Guarded> : screen,
  };
}

/** Every screen, from the registry of resources and the table of areas (SHELL-01). */
export const routes: RouteObject[] = [
  {
    element: <Layout />,
    children: [
      { path: '/', element: <Navigate to="/managercards" replace /> },
      ...RESOURCES.flatMap(resourceRoutes),
      ...AREAS.map(areaRoute),
      { id: NOT_FOUND, path: '*', element: <NotFound /> },
    ],
  },
];
