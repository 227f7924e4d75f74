/** A backup that cannot be made, is not whole, or cannot be restored; `message` is whole sentences for the operator. */
export class BackupRefusal extends Error {
  override readonly name = 'BackupRefusal'
}
