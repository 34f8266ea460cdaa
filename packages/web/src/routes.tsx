import { RESOURCES, type RegisteredResource, type Right } from '@forecourt/core';
import { type ComponentType, lazy } from 'react';
import { Navigate, type RouteObject, useParams } from 'react-router-dom';
import { AreaScreen } from './screens/areas/AreaScreen.tsx';
import { AREA_SCREENS } from './screens/areas/area-screens.ts';
import { AREAS, type Area } from './screens/areas/areas.ts';
import { Guarded } from './shell/Guarded.tsx';
import { Layout } from './shell/Layout.tsx';
import { NotFound } from './shell/NotFound.tsx';
import { RECORD_PAGES } from './views/slots.ts';

// Imported immediately, so that it loads in parallel with the shell.
const listView = import('./views/list/ListView.tsx');
export const NOT_FOUND = 'not-found';

/** A list; `begins` opens its form over it, for the record in the path or for a new one. */
const listOf = ({ loadListDefinition }: RegisteredResource, begins = false) =>
  lazy(async () => {
    const [{ ListView }, definition] = await Promise.all([listView, loadListDefinition()]);
    return {
      default: () => {
        const { id } = useParams();
        return <ListView definition={definition} begin={begins ? { id } : undefined} />;
      },
    };
  });

const recordOf = ({ loadDefinition }: RegisteredResource) =>
  lazy(async () => {
    const view = import('./views/record/RecordView.tsx');
    const [{ RecordView }, definition] = await Promise.all([view, loadDefinition()]);
    return { default: () => <RecordView definition={definition} /> };
  });

const pageOf = ({ loadDefinition, name }: RegisteredResource) =>
  lazy(async () => {
    const [page, definition] = await Promise.all([RECORD_PAGES[name]?.(), loadDefinition()]);
    const Page = page?.default ?? NotFound;
    return { default: () => <Page definition={definition} /> };
  });

const foundOf = ({ loadListDefinition }: RegisteredResource) =>
  lazy(async () => {
    const view = import('./views/record/FoundRecord.tsx');
    const [{ FoundRecord }, definition] = await Promise.all([view, loadListDefinition()]);
    return { default: () => <FoundRecord definition={definition} /> };
  });

const formOf = ({ loadDefinition }: RegisteredResource, mode: 'create' | 'edit') =>
  lazy(async () => {
    const view = import('./views/form/RecordForm.tsx');
    const [{ RecordForm }, definition] = await Promise.all([view, loadDefinition()]);
    return { default: () => <RecordForm definition={definition} mode={mode} /> };
  });

/** Routes of the forms that create and update a resource: pages, or the list with its dialog (SHELL-11). */
function formRoutes(
  registered: RegisteredResource,
): (readonly [path: string, right: Right, Screen: ComponentType])[] {
  const { form, route } = registered;
  if (!form || form.shown === 'row') return [];
  const dialog = form.shown === 'dialog';
  const screen = (mode: 'create' | 'edit') =>
    dialog ? listOf(registered, true) : formOf(registered, mode);
  return [
    ...(form.create
      ? [[form.addRoute ?? `${route}/add-new`, 'create', screen('create')] as const]
      : []),
    ...(form.update ? [[`${route}/:id/edit`, 'update', screen('edit')] as const] : []),
  ];
}

function resourceRoutes(registered: RegisteredResource): RouteObject[] {
  const { menu, record, route } = registered;
  const guarded = (path: string, right: Right, Screen: ComponentType): RouteObject => ({
    path,
    element: (
      <Guarded menu={menu} right={right}>
        <Screen />
      </Guarded>
    ),
  });
  const shown = record && !record.editOnly;
  return [
    guarded(route, 'read', listOf(registered)),
    guarded(`${route}/by/:field/:value`, 'read', foundOf(registered)),
    ...(shown ? [guarded(`${route}/:id/view`, 'read', recordOf(registered))] : []),
    ...(record?.page ? [guarded(`${route}/:id/${record.page}`, 'read', pageOf(registered))] : []),
    ...formRoutes(registered).map((parts) => guarded(...parts)),
  ];
}

function areaRoute(area: Area): RouteObject {
  const Own = AREA_SCREENS[area.path];
  const screen = Own ? <Own /> : <AreaScreen area={area} />;
  return {
    path: area.path,
    element: area.needs ? <Guarded {...area.needs}>{screen}</Guarded> : screen,
  };
}

const ofResources = RESOURCES.flatMap(resourceRoutes);
const taken = new Set(ofResources.map(({ path }) => path));

/** All routes, from the registry of resources and the table of areas (SHELL-01). */
export const routes: RouteObject[] = [
  {
    element: <Layout />,
    children: [
      { path: '/', element: <Navigate to="/managercards" replace /> },
      ...ofResources,
      ...AREAS.filter(({ path }) => !taken.has(path)).map(areaRoute),
      { id: NOT_FOUND, path: '*', element: <NotFound /> },
    ],
  },
];
