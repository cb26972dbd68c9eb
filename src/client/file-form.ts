/** Returns a form with a file in its only field, as uploads of images have it. Spec 1, 2 "multipart form". */
export function fileForm(file: Uint8Array | Blob): FormData {
  const form = new FormData()
  form.set('file', file instanceof Blob ? file : new Blob([file as Uint8Array<ArrayBuffer>]), 'file')
  return form
}
