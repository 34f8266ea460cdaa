/**
 * Holds what a run knows but its snapshot must not: a password, a file's handle. One value for each run of
 * a workflow (its actor system), released together with the run.
 */
export function perRun<T>(create: () => T): (system: object) => T {
  const values = new WeakMap<object, T>();
  return (system) => {
    const known = values.get(system);
    if (known !== undefined) return known;
    const made = create();
    values.set(system, made);
    return made;
  };
}
