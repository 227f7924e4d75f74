export { openInstanceKey, type InstanceKey } from './open-instance-key.ts'
export { instanceKeys } from './store.ts'
