export { examineChange } from './examine-change.ts'
export { filesToKeep, freePath } from './kept-files.ts'
