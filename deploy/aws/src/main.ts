import { App, Validations } from 'aws-cdk-lib'
import { AwsSolutionsChecks } from 'cdk-nag'
import { readDeployment } from './deployment.ts'
import { StoreStack } from './store-stack.ts'

const app = new App()
const deployment = readDeployment(app.node.getAllContext())
new StoreStack(app, 'Nashta', { env: { account: deployment.account, region: deployment.region }, deployment })
Validations.of(app).addPlugins(new AwsSolutionsChecks(app))
app.synth()
