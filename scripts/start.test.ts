import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('npm start refuses arguments before it installs or builds, and says how a port is set', () => {
  const script = fileURLToPath(new URL('start.mjs', import.meta.url));
  const { status, stderr, stdout } = spawnSync(process.execPath, [script, '--port', '4400'], {
    encoding: 'utf8',
  });
  expect({ status, stderr, stdout }).toEqual({
    status: 2,
    stderr:
      'npm start takes no arguments, and got: --port 4400\nIts settings are environment variables, such as PORT=4301 npm start.\n',
    stdout: '',
  });
});
