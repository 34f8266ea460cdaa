/** Used for an actor until its workflow provides the real one. */
export const placeholder = (): Promise<never> =>
  Promise.reject(new Error('Start this machine by its workflow: that gives it its actors.'));
