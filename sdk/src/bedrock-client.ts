/** The part of AWS's Bedrock client that Parley uses; all versions have it. */
export type BedrockClient = {
  // biome-ignore lint/suspicious/noExplicitAny: the types of its middleware are its own, and differ between versions
  middlewareStack: { add: (middleware: any, options: any) => void };
};
