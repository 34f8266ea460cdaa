import type { Download } from '@forecourt/core';
import { csvToXlsx } from '@forecourt/core/provider-files';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Converts a CSV download to a workbook while it arrives. */
export function asWorkbook(download: Download): Download {
  const stem = (download.fileName ?? 'Export').replace(/\.[^.]*$/, '');
  const pieces = csvToXlsx(download.body, stem);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await pieces.return(undefined)),
  });
  return {
    ...download,
    body,
    contentType: XLSX,
    fileName: `${stem}.xlsx`,
    length: undefined,
  };
}
