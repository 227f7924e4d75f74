export { examineChange } from './examine-change.ts'
