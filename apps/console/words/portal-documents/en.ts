import type { Words } from '../words.ts'

export const en = {
  files: 'Files that belong to it',
  download: 'Download',
  downloading: 'Downloading…',
  downloadOf: (name: string) => `Download ${name}`,
  manifest: 'The list of everything in it',
  documents: 'Documents',
  all: 'All documents to download',
  text: (agency: string) => `Everything that ${agency} gave you to keep, the newest first.`,
  none: 'There is nothing to download yet',
  noneText: (agency: string) => `Files that ${agency} delivers to you, and your invoices, stand here.`,
  differs: 'What arrived is not the file that was published, so it was not saved. Tell the agency.',
  codes: {
    deliverable_artifact_not_kept: {
      title: 'This file is not kept any more',
      text: 'It was published and its mark stays, but the file itself is gone. Ask the agency for it.',
    },
    deliverable_artifact_differs: {
      title: 'This file was damaged',
      text: 'What is stored is not what was published, so you do not get it. Tell the agency.',
    },
    not_found: {
      title: 'This file is not there any more',
      text: 'A newer version may be published. Load the page again.',
    },
  } as Words['errors']['codes'],
}
