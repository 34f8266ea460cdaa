import { Icon } from '../parts/Icon.tsx';

/** The page for an unknown path (SHELL-04). */
export function NotFound() {
  return (
    <div className="page">
      <div className="panel empty">
        <Icon name="file" />
        <h1>Page not found</h1>
        <p>
          There is nothing at <code>{location.pathname}</code>.
        </p>
        <a className="button" href="/">
          Go to the start
        </a>
      </div>
    </div>
  );
}
