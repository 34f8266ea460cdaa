export { loadAccess } from '@forecourt/core';
