export { listLeftFiles, readLeftFiles } from './left-files.ts'
export { isText, mediaTypeOf } from './media-type.ts'
