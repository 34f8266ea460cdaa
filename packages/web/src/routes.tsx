import { RESOURCES, type ResourcePlace } from '@forecourt/core';
import { type ComponentType, lazy } from 'react';
import { Navigate, type RouteObject } from 'react-router-dom';
import { AreaScreen } from './screens/areas/AreaScreen.tsx';
import { AREAS, type Area } from './screens/areas/areas.ts';
import { Guarded } from './shell/Guarded.tsx';
import { Layout } from './shell/Layout.tsx';
import { NotFound } from './shell/NotFound.tsx';

// Asked for at once, so that it comes beside the shell and not after it.
const listView = import('./views/list/ListView.tsx');
export const NOT_FOUND = 'not-found';

const listOf = ({ loadList }: ResourcePlace) =>
  lazy(async () => {
    const [{ ListView }, definition] = await Promise.all([listView, loadList()]);
    return { default: () => <ListView definition={definition} /> };
  });

const recordOf = ({ loadWhole }: ResourcePlace) =>
  lazy(async () => {
    const view = import('./views/record/RecordView.tsx');
    const [{ RecordView }, definition] = await Promise.all([view, loadWhole()]);
    return { default: () => <RecordView definition={definition} /> };
  });

function resourceRoutes(place: ResourcePlace): RouteObject[] {
  const guarded = (path: string, Screen: ComponentType): RouteObject => ({
    path,
    element: (
      <Guarded menu={place.menu} right="read">
        <Screen />
      </Guarded>
    ),
  });
  const shown = place.record && !place.record.editOnly;
  return [
    guarded(place.route, listOf(place)),
    ...(shown ? [guarded(`${place.route}/:id/view`, recordOf(place))] : []),
  ];
}

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
