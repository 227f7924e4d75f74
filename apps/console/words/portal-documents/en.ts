import type { Words } from '../words.ts'

export const en = {
  files: 'Files',
  records: 'For your records',
  download: 'Download',
  downloading: 'Downloading…',
  downloadOf: (name: string) => `Download ${name}`,
  plainText: 'Text',
  manifest: 'Contents (JSON)',
  bill: 'Bill of materials (JSON)',
  documents: 'Documents',
  text: (agency: string) => `Files and invoices from ${agency}.`,
  none: 'No documents yet',
  noneText: (agency: string) => `Files that ${agency} delivers and your invoices appear here.`,
  differs: 'The file is not the one that was published, so it was not saved. Tell the agency.',
  codes: {
    deliverable_artifact_not_kept:
      'This file is not kept any more. It was published and its mark stays, but the file itself is gone. Ask the agency for it.',
    deliverable_artifact_differs:
      'This file was damaged. What is stored is not what was published, so you do not get it. Tell the agency.',
    not_found: 'This file is not there any more. A newer version may be published. Load the page again.',
  } as Words['errors']['codes'],
}
