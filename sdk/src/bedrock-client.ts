/** What is needed of AWS's client for Bedrock, in every version of it. */
export type BedrockClient = {
  // biome-ignore lint/suspicious/noExplicitAny: the types of its middleware are its own, and differ between versions
  middlewareStack: { add: (middleware: any, options: any) => void };
};
