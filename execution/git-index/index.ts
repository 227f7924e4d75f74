export { copyIndex } from './copy-index.ts'
