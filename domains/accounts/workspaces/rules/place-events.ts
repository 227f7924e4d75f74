/** The event of a change of a person's place that follows from a sign-in, by its audit action. */
export const placeEvents: Readonly<Record<string, string>> = {
  'member.join': 'member.joined',
  'member.change_role': 'member.role_changed',
}
