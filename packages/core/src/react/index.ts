/**
 * React: `@forecourt/core/react`. It binds runs of workflows to components and knows nothing else; what a
 * view means is for the surface that draws it.
 *
 * @module
 */
export { useView, useWorkflow } from './use-workflow.ts';
