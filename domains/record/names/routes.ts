import listNames, { type NameParts } from './operations/list-names.ts'

export default (parts: NameParts) => ({ listNames: listNames(parts) })
