import base from './playwright.config';

/** Pictures of every stage, not a test: `npm run screenshots`. */
export default { ...base, testMatch: '**/*.shots.ts', timeout: 300_000, workers: 2 };
