/** The one field that a code is about, by the names that forms give it. */
export const fieldsOfCodes: Readonly<Record<string, readonly string[]>> = {
  invalid_email: ['email', 'newEmail'],
  already_member: ['email'],
  already_invited: ['email'],
  already_client: ['email'],
  invalid_password: ['currentPassword', 'password'],
  unknown_time_zone: ['timeZone'],
  unknown_locale: ['locale'],
  client_account_name_taken: ['name'],
  agent_name_taken: ['name'],
  client_account_archived: ['clientAccountId'],
  repository_attached: ['fullName'],
  extraction_unavailable: ['url'],
  correction_exceeds_charge: ['quantity'],
  invoice_refused_by_constraint: ['dueAt', 'paidAt'],
}
