/** Whose images they are: those of the design, which are listed, or those that players put up as theirs. Spec 1 "Image descriptor". */
export type ImageAlbum = 'design' | 'players'
