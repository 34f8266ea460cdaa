// Reads and checks every row of a Pipeline file as the command line does.
import { checkProviderFile } from '@forecourt/core/provider-files';
import { inflate, openProviderFile } from '../../packages/cli/src/files/provider-file.ts';
import { reportResult } from './report-result.ts';

const file = await openProviderFile(String(process.argv[2]));
const report = await checkProviderFile(file, {
  provider: 'Pipeline',
  today: '2026-11-20',
  inflate,
});
if (report.rows < 100_000) throw new Error(`Only ${report.rows} rows were checked.`);
reportResult();
