export type { ObjectStore, OpenObject, StoredObject } from './objects.ts'
