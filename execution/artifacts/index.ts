export { listLeftFiles, readLeftFiles, type LeftFile, type LeftFiles } from './left-files.ts'
export { isText, mediaTypeOf } from './media-type.ts'
