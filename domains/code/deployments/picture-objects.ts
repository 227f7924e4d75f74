/** Where the pictures of a project lie among the stored objects. */
export const picturesOfProject = (projectId: string): string => `pictures/${projectId}`

export const picturesOfDeployment = (at: { readonly id: string; readonly projectId: string }): string =>
  `${picturesOfProject(at.projectId)}/${at.id}`

/** The key of a picture, by its place: a step that is carried out again writes the same keys. */
export const pictureKey = (at: { readonly id: string; readonly projectId: string }, place: number): string =>
  `${picturesOfDeployment(at)}/${place}`
