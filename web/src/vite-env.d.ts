/// <reference types="vite/client" />

declare module '@artifacts/*?raw' {
  const text: string;
  export default text;
}

declare module '@artifacts/*?url' {
  const url: string;
  export default url;
}

declare module '@releases/*?raw' {
  const text: string;
  export default text;
}

/** The version of the release that the page belongs to. */
declare const __RELEASE__: string;

/** The ids of the programs' code, from the build. */
declare const __RPSLS_CODE__: `0x${string}`;
declare const __TIC_TAC_TOE_CODE__: `0x${string}`;
declare const __CLUB_CODE__: `0x${string}`;

/** The ids of the programs' interfaces, in the Sails encoding. */
declare const __RPSLS_INTERFACE__: `0x${string}`;
declare const __CLUB_INTERFACE__: `0x${string}`;
declare const __TIC_TAC_TOE_INTERFACE__: `0x${string}`;
