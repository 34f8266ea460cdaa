/** How many migrations there are; kept beside the data, so that a start on current data runs none. */
export const SCHEMA_VERSION = 35;
